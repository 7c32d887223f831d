import { dayMs, minuteMs } from '@escola/contract/durations'
import type { OutsideMailKind } from '@escola/contract/mail-names'
import type { PlatformDb } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueuePlatformJob } from '../../jobs/enqueue.ts'
import { type Letter, type Letterhead, letterText } from '../../mail/letter.ts'
import { letterHtml } from '../../mail/letter-html.ts'
import type { Mail } from '../../mail/mailer.ts'
import { type PurchaseStatus, purchaseTemplates } from '../../mail/purchase-templates.ts'
import { MailTrouble } from '../../mail/refusals.ts'
import { getSender } from './delivery.queries.ts'
import { letterheadOf } from './letterheads.ts'
import { allSchools } from './mail-stops.queries.ts'
import { askToSend, recordRefusal, recordTaken } from './mail-stops.service.ts'
import { findMailSchool } from './messages.queries.ts'
import * as queries from './platform-mails.queries.ts'
import { keepOutsideMail, openMail, type PlatformMailTools } from './platform-mails.service.ts'
import { addressTries, pauseAfter } from './worth.ts'

export interface OutsideMail {
  kind: OutsideMailKind
  /** Names the mail: sent again, it is the same one. */
  key: string
  to: { name: string; address: string }
  write: (head: Letterhead) => Letter
  /** Time for which the mail is tried; three days without it. */
  worthMs?: number
}

/** Mail that is stopped is looked at so often. */
const stoppedPauseMs = 5 * minuteMs

/**
 * Sends a mail to an address that is no member's, so that no message can be theirs. One that can't leave now waits on the platform.
 * @param school gives its name to the mail; undefined: the platform does
 */
export async function sendOutsideMail(
  school: School | undefined,
  { kind, key, to, write, worthMs = 3 * dayMs }: OutsideMail,
  tools: PlatformMailTools,
): Promise<void> {
  const { head, replyTo } = school ? await readSender(school, tools.config) : platformSender(tools.config)
  const letter = write(head)
  const mail: Mail = {
    messageId: `<${key}@${new URL(tools.config.publicUrl).hostname}>`,
    fromName: head.schoolName,
    replyTo: replyTo || undefined,
    to,
    subject: letter.subject,
    html: letterHtml(letter, head),
    text: letterText(letter, head),
  }
  const tried = await tryMail(mail, { schoolId: school?.id, tries: 0, addressRefusals: 0 }, tools)
  if (tried.isTaken) return
  await tools.platform.withPlatform(async (db) => {
    const outcome = tried.isRefused ? 'address_refused' : null
    const id = await keepOutsideMail(db, { kind, schoolId: school?.id, mail, outcome, worthMs }, tools)
    if (!id) return
    await queries.saveTry(db, { ...tried, id, outcome })
    if (outcome) return
    await enqueuePlatformJob(db, jobs.retryPlatformMail, { id }, new Date(tools.now().getTime() + tried.pauseMs))
  })
}

/** Tries a mail that waits on the platform again, until it is taken or its news has lost its worth. */
export async function retryPlatformMail({ id }: { id: string }, tools: PlatformMailTools): Promise<void> {
  const row = await tools.platform.withPlatform((db) => queries.findMail(db, id))
  if (!row?.sealed_mail || row.outcome) return
  const now = tools.now()
  const before = { id, tries: row.tries, addressRefusals: row.address_refusals }
  if (now > row.utc_worth_until)
    return tools.platform.withPlatform(
      async (db) => void (await queries.saveTry(db, { ...before, outcome: 'too_late' })),
    )
  const tried = await tryMail(openMail(row, tools), { ...before, schoolId: row.school_id ?? undefined }, tools)
  await tools.platform.withPlatform(async (db) => {
    if (tried.isTaken) return void (await queries.deleteMail(db, id))
    await queries.saveTry(db, { ...tried, id, outcome: tried.isRefused ? 'address_refused' : null })
    if (tried.isRefused) return
    // The last try is made a moment after the worth ends, and finds that it is too late.
    const next = Math.min(now.getTime() + tried.pauseMs, row.utc_worth_until.getTime() + 1000)
    await enqueuePlatformJob(db, jobs.retryPlatformMail, { id }, new Date(next))
  })
}

interface Tried {
  isTaken: boolean
  isRefused: boolean
  tries: number
  addressRefusals: number
  pauseMs: number
}

/** Sends a mail, unless mail is stopped; a refusal is counted with those of the school in whose name it is. */
async function tryMail(
  mail: Mail,
  {
    schoolId = allSchools,
    tries,
    addressRefusals,
  }: { schoolId: string | undefined; tries: number; addressRefusals: number },
  tools: PlatformMailTools,
): Promise<Tried> {
  const may = await askToSend(schoolId, tools)
  const untried = { isTaken: false, isRefused: false, tries, addressRefusals, pauseMs: stoppedPauseMs }
  if (may === 'stopped') return untried
  const probed = may === 'open' ? undefined : may.probes
  try {
    await tools.mailer.send(mail)
  } catch (error) {
    if (!(error instanceof MailTrouble)) throw error
    const isStopped =
      error.verdict !== 'address' &&
      (await recordRefusal({ schoolId, mail: mail.messageId, addressRefusals }, error, tools))
    const isPerhaps = error.verdict === 'perhaps_address' && !isStopped && probed === undefined
    const counted = { tries: tries + 1, addressRefusals: addressRefusals + (isPerhaps ? 1 : 0) }
    const pause = pauseAfter({ id: '0', ...counted, addressRefusals: isPerhaps ? counted.addressRefusals : 0 })
    const isRefused = error.verdict === 'address' || counted.addressRefusals >= addressTries
    return { isTaken: false, isRefused, ...counted, pauseMs: isStopped ? stoppedPauseMs : pause }
  }
  await recordTaken({ schoolId }, probed, tools)
  return { ...untried, isTaken: true }
}

interface Sender {
  head: Letterhead
  replyTo: string
}

async function readSender(school: School, { publicUrl }: Tools['config']): Promise<Sender> {
  const sender = await school.tx((db) => getSender(db))
  return { head: letterheadOf(school.id, sender, publicUrl), replyTo: sender.email }
}

const platformSender = ({ publicUrl, support }: Tools['config']): Sender => ({
  head: { schoolName: 'Escola', schoolUrl: publicUrl, theme: '', logo: '', logoDark: '' },
  replyTo: support.email,
})

/** Finds the school in whose name a mail about a user's account is written; undefined for a user without a school. */
export const findSenderSchool = async (
  db: PlatformDb,
  userId: string,
  schoolId?: string,
): Promise<string | undefined> => (await findMailSchool(db, userId, schoolId))?.school_id

export interface BuyerMail {
  /** Names the mail among those of the school. */
  key: string
  to: { name: string; address: string }
  code: string
  standing: PurchaseStatus
}

/** Sends a mail about a purchase to a buyer who is no member of the school yet. */
export const sendBuyerMail = (
  school: School,
  { key, to, code, standing: status }: BuyerMail,
  tools: PlatformMailTools,
): Promise<void> =>
  sendOutsideMail(
    school,
    {
      kind: 'purchase_help',
      key: `p-${school.id}-${key}`,
      to,
      write: ({ schoolName }) =>
        purchaseTemplates.closed({ personName: to.name, schoolName }, { code, standing: status }),
    },
    tools,
  )
