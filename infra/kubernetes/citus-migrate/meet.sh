# The coordinator and its nodes get to know each other. May run again at any time.
set -euo pipefail
export PGCONNECT_TIMEOUT=10
port=${PGPORT:-5432}

for host in $COORDINATOR $NODES; do
  until pg_isready -q -h "$host"; do sleep 1; done
  # Each asks the others for the password, the nodes too while a school moves.
  psql -Xq -h "$host" -v ON_ERROR_STOP=1 -v password="$PGPASSWORD" <<'S'
set client_min_messages = warning;
create extension if not exists citus;
insert into pg_dist_authinfo (nodeid, rolename, authinfo) values (0, current_user, 'password=' || :'password')
on conflict (rolename, nodeid) do update set authinfo = excluded.authinfo;
S
done

on_coordinator() { psql -XqtA -h "$COORDINATOR" -v ON_ERROR_STOP=1 "$@"; }
on_coordinator -v host="$COORDINATOR" -v port="$port" <<'S'
select from citus_set_coordinator_host(:'host', :port);
S
for host in $NODES; do
  on_coordinator -v host="$host" -v port="$port" <<'S'
select from citus_add_node(:'host', :port);
S
done
on_coordinator -c "select nodename || ' ' || case when isactive then 'is there' else 'is away' end from pg_dist_node order by groupid"
