import { setTimeout as wait } from 'node:timers/promises'
import type { ClientBase } from 'pg'

const attempts = 100
const isOvertaken = ({ message }: Error) => /tuple concurrently (updated|deleted)|distributed deadlock/.test(message)

/**
 * Roles are the whole server's and no lock spans its databases: when two of them are brought up to date at once, one has to try again.
 * @param isDone tells of an error that another process has done the same
 */
export async function changeRole(client: ClientBase, text: string, isDone: (error: Error) => boolean = () => false) {
  for (let attempt = 1; ; attempt++) {
    try {
      return void (await client.query(text))
    } catch (error) {
      if (isDone(error as Error)) return
      await rest(error as Error, attempt)
    }
  }
}

/** Waits a moment before the next attempt. @throws the failure, when another attempt would not help */
async function rest(failure: Error, attempt: number) {
  if (attempt === attempts || !isOvertaken(failure)) throw failure
  await wait(Math.random() * 50)
}

/** Makes missing roles on the nodes: a role that is older than its node is not made there by itself, and every change of it would fail. */
export async function makeRolesOnNodes(client: ClientBase, roles: readonly string[]) {
  const command = `do $$ declare missing text; begin
    foreach missing in array array[${roles.map((role) => `'${role}'`).join()}] loop
      if not exists (select from pg_roles where rolname = missing) then execute format('create role %I', missing); end if;
    end loop; end $$`
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ result: string; success: boolean }>(
      'select result, success from run_command_on_workers($1)',
      [command],
    )
    const failed = rows.find(({ success }) => !success)
    if (!failed) return
    const failure = new Error(`A node could not be given the roles: ${failed.result}`)
    await rest(failure, attempt)
  }
}
