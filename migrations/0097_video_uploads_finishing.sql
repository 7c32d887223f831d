-- Set when the parts of a video begin to be put together: a part that comes after it, or is under way, is one that was sent again.
alter table video_uploads add column utc_finishing_on timestamptz;
update video_uploads set utc_finishing_on = utc_active_on where file_id is not null;
