-- A question that is asked again because its answer did not arrive is the same question: it is kept once and answered once.
alter table chat_messages
  -- Of a question: the id that who asked made for it.
  add column asked_as uuid,
  -- Of an answer: the message that it answers.
  add column answer_to uuid;
create unique index chat_questions_once on chat_messages (company_id, asked_as, conversation_id) where asked_as is not null;
create unique index chat_answers_once on chat_messages (company_id, answer_to) where answer_to is not null;
