-- Demos that visitors book with the platform's staff. They belong to no company.

-- When demos are held: one row, of the installation.
create table demo_calendar (
  id boolean primary key default true check (id),
  -- Null while nobody has chosen: open where the sample company is (never in production), closed elsewhere.
  is_open boolean,
  time_zone text not null default 'UTC' check (length(time_zone) <= 60),
  slot_minutes integer not null default 30 check (slot_minutes between 5 and 240),
  capacity integer not null default 1 check (capacity between 1 and 20),
  notice_hours integer not null default 24 check (notice_hours between 0 and 720),
  days_ahead integer not null default 21 check (days_ahead between 1 and 90),
  -- [{"weekday": 1, "from": "09:30", "to": "12:30"}, ...]
  hours jsonb not null default '[
    {"weekday": 1, "from": "09:30", "to": "12:00"}, {"weekday": 1, "from": "14:00", "to": "16:00"},
    {"weekday": 2, "from": "09:30", "to": "12:00"}, {"weekday": 2, "from": "14:00", "to": "16:00"},
    {"weekday": 3, "from": "09:30", "to": "12:00"}, {"weekday": 3, "from": "14:00", "to": "16:00"},
    {"weekday": 4, "from": "09:30", "to": "12:00"}, {"weekday": 4, "from": "14:00", "to": "16:00"},
    {"weekday": 5, "from": "09:30", "to": "12:00"}, {"weekday": 5, "from": "14:00", "to": "16:00"}]',
  -- ["2026-12-25", ...], by the calendar's zone.
  days_off jsonb not null default '[]',
  team_email text check (length(team_email) <= 320),
  place text not null default '' check (length(place) <= 500),
  version integer not null default 1
);
insert into demo_calendar default values;
grant select, update on demo_calendar to forestay_app;

create table demo_bookings (
  id uuid primary key default uuidv7(),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  -- Which of the demos held at one time it is: 1 to the calendar's capacity.
  seat integer not null check (seat between 1 and 20),
  status text not null default 'Booked' check (status in ('Booked', 'Cancelled')),
  called_off text check (called_off in ('visitor', 'team')),
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 320),
  company_name text not null default '' check (length(company_name) <= 200),
  customers text not null default '' check (length(customers) <= 40),
  topic text not null default '' check (length(topic) <= 2000),
  -- The visitor's, in which mails tell the time.
  time_zone text not null check (length(time_zone) <= 60),
  -- Of the calendar file: what a mail program knows a newer version by (RFC 5545, 3.8.7.4).
  sequence integer not null default 0,
  moves integer not null default 0,
  booked_at timestamptz not null,
  check ((status = 'Cancelled') = (called_off is not null)),
  -- Whatever a program does: no seat holds two demos at one time.
  exclude using gist (int4range(seat, seat, '[]') with &&, tstzrange(starts_at, ends_at) with &&)
    where (status = 'Booked')
);
create index demo_bookings_in_order on demo_bookings (starts_at, id);
create index demo_bookings_by_email on demo_bookings (email);
grant select, insert, update, delete on demo_bookings to forestay_app;
