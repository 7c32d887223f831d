-- Why a certificate could not be drawn, for its school to read; null when nothing is to be said.
alter table certificates add column failure text;
