-- Messages, and customers in a campaign, come by the hundred thousand and are worked through within the minute: before that the
-- planner learns of them, as of customers (0151).
grant maintain on customer_messages, campaign_enrolments to forestay_app;
