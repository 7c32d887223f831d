import { countOf } from '@escola/contract/messages'
import { firstName } from '@escola/contract/people'
import type { Period } from '@escola/contract/today.contract'
import type { ReactNode } from 'react'
import { useAppContext, useSchool, useUser } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { Page } from '../../ui/page.tsx'
import { DoubtfulEmails } from './doubtful-emails.tsx'
import { Figures } from './figures.tsx'
import { FirstSteps, isSetUp } from './first-steps.tsx'
import { GraceBanner } from './grace-banner.tsx'
import { Happenings } from './happenings.tsx'
import { Help } from './help.tsx'
import { MailBanner, UndeliveredMails } from './mail-notices.tsx'
import { Money } from './money.tsx'
import { NothingWaits } from './nothing-waits.tsx'
import { ReleaseNotices } from './release-notices.tsx'
import { StoppedModels } from './stopped-models.tsx'
import { Stops } from './stops.tsx'
import { todayQueries } from './today.queries.ts'
import classes from './today-page.module.css'
import { Trend } from './trend.tsx'
import { WaitingDrafts } from './waiting-drafts.tsx'
import { WaitingImports } from './waiting-imports.tsx'

interface TodayPageProps {
  /** Work of other features that waits for the owner: its number, and its rows. */
  waiting: { count: number; rows: ReactNode }
  /** Use of the plan in this month. */
  planUse: ReactNode
  period: Period
  onPeriod: (period: Period) => void
}

/** The owner's home: what waits, how the school goes, and what happened last. */
export function TodayPage({ waiting, planUse, period, onPeriod }: TodayPageProps) {
  const context = useAppContext()
  const { id: schoolId, name } = useSchool()
  const user = useUser()
  const { data } = usePrefetchedQuery(todayQueries.get(schoolId))
  const {
    drafts,
    imports,
    models,
    doubtful_emails,
    days,
    stops,
    happenings,
    utc_grace_ends_on,
    utc_mail_stopped_on,
    undelivered,
  } = data
  const { may, maySomewhere } = useRights()
  const mayWrite = maySomewhere('courses')
  // A new school is set up by those who may write its courses and make its classes.
  const isReady = !(may('courses') && may('cohorts')) || isSetUp(context)
  const counts = [
    mayWrite ? drafts.total : 0,
    may('records') ? imports.total : 0,
    may('certificates') ? models.total : 0,
    may('students') ? doubtful_emails.total + (undelivered > 0 ? 1 : 0) : 0,
  ]
  const count = counts.reduce((sum, each) => sum + each, waiting.count)
  const isAlive = isReady || context.students.total > 0 || happenings.length > 0
  const hasReports = may('reports')
  const hasHappenings = happenings.length > 0 || may('students')
  return (
    <Page
      title={user ? `Olá, ${firstName(user.name)}` : 'Olá'}
      description={
        isReady ? `Hoje em ${name}: ${sumUp(count)}` : `Faltam poucos passos para ${name} receber os primeiros alunos.`
      }
    >
      {utc_grace_ends_on && may('money') && <GraceBanner endsOn={utc_grace_ends_on} />}
      {utc_mail_stopped_on && <MailBanner since={utc_mail_stopped_on} />}
      <ReleaseNotices notices={data.release_notices} />
      {may('money') && <Money planUse={planUse} />}
      <Figures days={days} />
      {!isReady && <FirstSteps context={context} />}
      {(count > 0 || isReady) && (
        <section aria-labelledby="para-resolver" className={classes.waiting}>
          <h2 id="para-resolver">Para resolver</h2>
          {count === 0 && <NothingWaits />}
          {waiting.rows}
          {mayWrite && <WaitingDrafts drafts={drafts} />}
          {may('records') && <WaitingImports imports={imports} />}
          {may('certificates') && <StoppedModels models={models} />}
          {may('students') && (
            <>
              <DoubtfulEmails emails={doubtful_emails} />
              <UndeliveredMails count={undelivered} />
            </>
          )}
        </section>
      )}
      {isAlive && (
        <div className={classes.columns}>
          {hasReports && (
            <div className={classes.main}>
              <Trend days={days} period={period} onPeriod={onPeriod} />
              {stops && <Stops stops={stops} />}
            </div>
          )}
          {hasHappenings && <Happenings happenings={happenings} />}
        </div>
      )}
      <Help />
    </Page>
  )
}

const sumUp = (count: number) => (count === 0 ? 'tudo em dia.' : `${countOf(count, 'pendência', 'pendências')}.`)
