import { capitalizeName, OwnName } from '@escola/contract/people'
import { Cellphone } from '@escola/contract/phones'
import { salesMessages } from '@escola/contract/sales'
import type { School } from '../../core/scope.ts'
import type { People } from '../people/people.service.ts'
import type { Buyer } from './platforms/platform.ts'

/** Student whom a buyer's e-mail names, as the school keeps them. A person who is known nowhere is made. */
export async function makeStudent(
  school: School,
  { email, ...named }: Pick<Buyer, 'name' | 'email' | 'cellphone'>,
  { people }: { people: People },
) {
  const addressee = (await people.ensureFor(school, [email])).get(email)!
  return { ...addressee, ...nameBuyer(named, email) }
}

/** Reads name and telephone of a buyer as the school keeps them. */
export const nameBuyer = ({ name, cellphone }: Pick<Buyer, 'name' | 'cellphone'>, email: string) => ({
  name: nameOf(name, email),
  cellphone: Cellphone.catch('').parse(cellphone),
})

/** A name that the product takes from no student is no reason to keep a buyer out. */
function nameOf(text: string, email: string): string {
  const named = OwnName.safeParse(capitalizeName(text))
  return named.success ? named.data : OwnName.catch(salesMessages.nameless).parse(email.split('@')[0])
}
