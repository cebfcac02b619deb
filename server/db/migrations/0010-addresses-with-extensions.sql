-- The address of an object ends in what its type is called (`/objects/{id}.mp4`).

-- Of the original, whose address is in every list: reading `objects` for it would cost each list a lookup a row.
alter table videos add column original_type text;
update videos set original_type = objects.content_type from objects where objects.id = videos.original_id;

-- Whoever gives a video another original need not think of its type.
create function set_original_type() returns trigger language plpgsql as $$
begin
  new.original_type := (select content_type from objects where id = new.original_id);
  return new;
end
$$;
create trigger original_type_of_video before insert or update of original_id on videos
  for each row execute function set_original_type();

-- Avatars are all WebP: we make them.
update users set avatar_url = avatar_url || '.webp' where avatar_url ~ '^/objects/[0-9a-f-]{36}$';
