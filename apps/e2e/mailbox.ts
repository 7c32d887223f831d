import { expect } from '@playwright/test'

interface Listed {
  id: string
  to: string[]
  subject: string
}

const mailbox = async <T>(path: string): Promise<T> =>
  (await fetch(new URL(`/api/messages${path}`, process.env.E2E_MAILBOX_URL ?? 'http://localhost:8025'))).json()

export const mailsTo = (to: string) => mailbox<Listed[]>(`?to=${encodeURIComponent(to)}`)

/** Waits for a mail to a person with a link that contains the part, and answers the link. */
export async function linkFromMail(to: string, part: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    for (const { id } of await mailsTo(to)) {
      const { links } = await mailbox<{ links: string[] }>(`/${id}`)
      link ??= links.find((each) => each.includes(part))
    }
    expect(link, `a link with ${part} in the mail of ${to}`).toBeTruthy()
  }).toPass()
  return link!
}

/** Waits for a mail to a person that says a part, and answers its text. */
export async function textFromMail(to: string, part: string): Promise<string> {
  let text: string | undefined
  await expect(async () => {
    for (const { id } of await mailsTo(to)) {
      const mail = await mailbox<{ text: string }>(`/${id}`)
      if (mail.text.includes(part)) text ??= mail.text
    }
    expect(text, `“${part}” in the mail of ${to}`).toBeTruthy()
  }).toPass()
  return text!
}

/** Counts the mails that went to addresses of a domain. */
export async function mailCount(domain: string): Promise<number> {
  const listed = await mailbox<Listed[]>('?limit=10000')
  return listed.filter(({ to }) => to.some((address) => address.endsWith(`@${domain}`))).length
}
