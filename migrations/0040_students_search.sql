-- A text as searches compare it: lower case without accents, so that "joao" finds "João" whatever the database's locale.
create function app.fold(value text) returns text language sql immutable strict parallel safe
  as $$ select lower(translate(value,
    'ÁÀÂÃÄÅáàâãäåÉÈÊËéèêëÍÌÎÏíìîïÓÒÔÕÖóòôõöÚÙÛÜúùûüÇçÑñ',
    'aaaaaaaaaaaaeeeeeeeeiiiiiiiioooooooooouuuuuuuuccnn')) $$;
alter function app.fold(text) owner to escola_owner;
