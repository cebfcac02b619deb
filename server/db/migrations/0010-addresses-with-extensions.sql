-- The address of an object ends with the file extension of its type (`/objects/{id}.mp4`).

-- Type of the original. Every list contains its address, and reading `objects` for it would cost a lookup per row.
alter table videos add column original_type text;
update videos set original_type = objects.content_type from objects where objects.id = videos.original_id;

-- Keeps the type up to date in every statement that gives a video another original.
create function set_original_type() returns trigger language plpgsql as $$
begin
  new.original_type := (select content_type from objects where id = new.original_id);
  return new;
end
$$;
create trigger original_type_of_video before insert or update of original_id on videos
  for each row execute function set_original_type();

-- Avatars are always WebP, because Reverie encodes them.
update users set avatar_url = avatar_url || '.webp' where avatar_url ~ '^/objects/[0-9a-f-]{36}$';
