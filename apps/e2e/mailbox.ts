import { type APIRequestContext, expect } from '@playwright/test'

interface Listed {
  id: string
  to: string[]
  subject: string
}

const mailboxUrl = () => process.env.E2E_MAILBOX_URL ?? 'http://localhost:8025'

/** Waits for a mail to somebody whose subject says so, and gives its links. */
export async function linkFromMail(request: APIRequestContext, to: string, part: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const listed = (await (
      await request.get(`${mailboxUrl()}/api/messages?to=${encodeURIComponent(to)}`)
    ).json()) as Listed[]
    for (const { id } of listed) {
      const { links } = (await (await request.get(`${mailboxUrl()}/api/messages/${id}`)).json()) as { links: string[] }
      link ??= links.find((each) => each.includes(part))
    }
    expect(link, `a link with ${part} in the mail of ${to}`).toBeTruthy()
  }).toPass({ timeout: 30_000 })
  return link!
}

export async function mailsTo(request: APIRequestContext, to: string): Promise<Listed[]> {
  return (await (await request.get(`${mailboxUrl()}/api/messages?to=${encodeURIComponent(to)}`)).json()) as Listed[]
}

/** How many mails went to addresses of a domain. */
export async function mailCount(request: APIRequestContext, domain: string): Promise<number> {
  const listed = (await (await request.get(`${mailboxUrl()}/api/messages?limit=10000`)).json()) as Listed[]
  return listed.filter(({ to }) => to.some((address) => address.endsWith(`@${domain}`))).length
}
