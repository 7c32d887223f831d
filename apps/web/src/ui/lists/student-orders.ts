import type { StudentSort } from '@escola/contract/sorts'

/** Orders of a list of students, in words. */
export const studentOrders: { value: StudentSort; label: string }[] = [
  { value: '-since', label: 'Mais recentes primeiro' },
  { value: 'since', label: 'Mais antigos primeiro' },
  { value: 'name', label: 'Nome, de A a Z' },
  { value: '-name', label: 'Nome, de Z a A' },
]
