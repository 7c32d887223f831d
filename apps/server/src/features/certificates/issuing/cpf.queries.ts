import type { SchoolDb } from '@escola/db'

/** Whether the school asks its students for their CPF, and the sealed one that this student gave. */
export async function findCpf(db: SchoolDb, userId: string) {
  const [school, member] = await Promise.all([
    db.selectFrom('schools').select('asks_cpf').executeTakeFirstOrThrow(),
    db
      .selectFrom('memberships')
      .select(['sealed_cpf', 'utc_cpf_given_on'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  return { ...school, sealed_cpf: member?.sealed_cpf ?? null, utc_cpf_given_on: member?.utc_cpf_given_on ?? null }
}
