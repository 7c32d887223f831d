interface Account {
  role: string
  email: string
  password: string
  url: string
}
const accounts = JSON.parse(process.env.E2E_ACCOUNTS ?? '[]') as Account[]

/** The first account of the demonstration that has this role. */
export const accountOf = (role: string) => accounts.find((account) => account.role.startsWith(role))!
