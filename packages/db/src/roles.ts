import { setTimeout as wait } from 'node:timers/promises'
import pg, { type ClientBase } from 'pg'
import { isCluster } from './cluster.ts'
import { rolePassword, runtimeRoles } from './urls.ts'

const roles = ['escola_owner', ...runtimeRoles]

/** Makes what is missing, on the nodes of a cluster too, and gives the runtime roles the passwords that follow from the secret. */
export async function ensureRoles(client: ClientBase, secret: string) {
  for (const role of roles) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (!rowCount) await changeRole(client, `create role ${role}`, isThere)
  }
  if (await isCluster(client)) await makeOnNodes(client)
  for (const role of runtimeRoles) {
    await changeRole(client, `alter role ${role} login password ${pg.escapeLiteral(rolePassword(secret, role))}`)
  }
}

const attempts = 100
const isOvertaken = ({ message }: Error) => /tuple concurrently (updated|deleted)/.test(message)
/** Somebody else made it meanwhile. */
const isThere = (error: Error) => error instanceof pg.DatabaseError && ['42710', '23505'].includes(error.code ?? '')

/** Roles are the whole server's and no lock spans its databases: when two of them are brought up to date at once, one has to try again. */
export async function changeRole(client: ClientBase, text: string, isDone: (error: Error) => boolean = () => false) {
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await client.query(text))
    } catch (error) {
      if (isDone(error as Error)) return
      if (attempt === attempts || !isOvertaken(error as Error)) throw error
      await wait(Math.random() * 50)
    }
  }
}

/** A role that was there before its node is not made there by itself, and whatever is then said of it fails. */
async function makeOnNodes(client: ClientBase) {
  const command = `do $$ declare missing text; begin
    foreach missing in array array[${roles.map((role) => `'${role}'`).join()}] loop
      if not exists (select from pg_roles where rolname = missing) then execute format('create role %I', missing); end if;
    end loop; end $$`
  const { rows } = await client.query<{ result: string; success: boolean }>(
    'select result, success from run_command_on_workers($1)',
    [command],
  )
  const failed = rows.find(({ success }) => !success)
  if (failed) throw new Error(`A node could not be given the roles: ${failed.result}`)
}
