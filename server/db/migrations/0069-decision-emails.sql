-- compatible-from: 0067
-- Decisions that changed and about which an e-mail has to be enqueued. The sweep empties it.
create table decision_emails (
  decision_id uuid primary key references decisions on delete cascade
);
