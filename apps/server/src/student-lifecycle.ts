import type { StudentLifecycle } from './core/student-lifecycle.ts'
import { passCpf, takeCpfBack } from './features/certificates/issuing/cpf.service.ts'
import { forgetHolder } from './features/certificates/issuing/issuing.service.ts'
import { holdCohortsOf } from './features/cohorts/run-cohorts.service.ts'
import { forgetEmailChanges } from './features/email-changes/email-changes.service.ts'
import { hasGrants, passGrants, takeGrantsBack } from './features/enrollments/passed-grants.service.ts'
import { handInMerged, issueMerged, recountMerged } from './features/exam-attempts/handing-in.service.ts'
import { keepSums } from './features/exam-results/question-sums.service.ts'
import { forgetRefused } from './features/imports/imports.service.ts'
import { findPoints, passPoints } from './features/karma/karma.service.ts'
import { completeMerged, hasStudied } from './features/learning/merged-studies.service.ts'
import { undoForErasing } from './features/merges/undoing.service.ts'
import { returnWaitingSms } from './features/messages/sms.service.ts'
import { removeMember } from './features/people/members.service.ts'
import { eraseUser } from './features/people/user-accounts.service.ts'
import { passCards, takeCardsBack } from './features/practice/merged-cards.service.ts'
import { forgetBuyer } from './features/sales/kept-sales.service.ts'
import { closePurchasesOf, lockPurchasesOf } from './features/sales/purchases/removed-students.service.ts'
import { forgetReported } from './features/sales-reports/sales-reports.service.ts'
import { forgetFactors } from './features/security/security.service.ts'
import { endSessions, forgetSessions } from './features/sessions/credentials.service.ts'

/**
 * Work of features when a student is erased or merged. It comes beside the rows that packages/db/src/user-tables describes, which are deleted, merged and
 * put into the copy of one's own data as their description says. Order counts, because each step locks rows:
 * - Erasing locks purchases, then the student; undoes mergings; gives the price of waiting text messages back, which holds the balance; and then erases
 *   each user: certificates, purchases, what names an e-mail, and at the end the place in the school, which changes the school's own row.
 * - A merging locks classes, then both students; passes grants before anything else, which holds the balance; and moves points last.
 * - An account loses its factors, sessions and former e-mails before its own row.
 */
export const studentLifecycle: StudentLifecycle = [
  { feature: 'cohorts', merging: { lock: holdCohortsOf } },
  { feature: 'merges', erasing: { undo: undoForErasing } },
  { feature: 'messages', erasing: { giveBack: returnWaitingSms } },
  { feature: 'enrollments', merging: { pass: passGrants, takeBack: takeGrantsBack, hasAny: hasGrants } },
  {
    feature: 'certificates',
    erasing: { erase: forgetHolder },
    merging: { passOnce: passCpf, takeBack: takeCpfBack },
  },
  { feature: 'sales', erasing: { lock: lockPurchasesOf, erase: closePurchasesOf, eraseEmail: forgetBuyer } },
  { feature: 'imports', erasing: { eraseEmail: forgetRefused } },
  { feature: 'sales-reports', erasing: { eraseEmail: forgetReported } },
  { feature: 'exam-attempts', merging: { pass: handInMerged, recount: recountMerged, finish: issueMerged } },
  { feature: 'practice', merging: { pass: passCards, takeBack: takeCardsBack } },
  { feature: 'exam-results', erasing: { addUp: keepSums } },
  { feature: 'learning', merging: { finish: completeMerged, hasAny: hasStudied } },
  { feature: 'karma', merging: { points: { find: findPoints, pass: passPoints } } },
  { feature: 'security', account: { erase: forgetFactors } },
  { feature: 'sessions', account: { close: endSessions, erase: forgetSessions } },
  { feature: 'email-changes', account: { erase: forgetEmailChanges } },
  { feature: 'people', erasing: { leave: removeMember }, account: { erase: eraseUser } },
]
