-- compatible-from: 0067
alter table videos
  -- The moment in seconds whose frame the creator chose as the poster; null if the server chooses one.
  add column cover_at double precision,
  -- The `cover_at` for which the poster was made. They differ while another poster is being made.
  add column poster_at double precision;
