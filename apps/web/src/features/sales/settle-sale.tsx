import type { Sale } from '@escola/contract/sales.contract'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { makeOfflineError } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { part, usePart } from '../../ui/loading/part.ts'
import { SaleDialog } from './sale-dialog.tsx'
import { buyerOf } from './sale-words.ts'

/** Both forms come when one is asked for the first time. */
const forms = part(() => import('./settle-sale-forms.tsx'))

/** Lets an administrator give a buyer an e-mail that works. */
export const CorrectEmail = ({ sale }: { sale: Sale }) => (
  <SaleDialog title="Corrigir e-mail e concluir" button="Corrigir e-mail" about={buyerOf(sale)}>
    {(close) => <SettlingForm show={({ EmailForm }) => <EmailForm sale={sale} onClose={close} />} />}
  </SaleDialog>
)

/** Lets an administrator settle a sale that needs no class. */
export const DismissSale = ({ sale }: { sale: Sale }) => (
  <SaleDialog title="Dispensar venda" button="Dispensar" variant="subtle" about={buyerOf(sale)}>
    {(close) => <SettlingForm show={({ DismissalForm }) => <DismissalForm sale={sale} onClose={close} />} />}
  </SaleDialog>
)

/** Shows a form once both have come. */
function SettlingForm({ show }: { show: (forms: typeof import('./settle-sale-forms.tsx')) => ReactNode }) {
  const { loaded, hasFailed, retry } = usePart(forms)
  if (loaded) return show(loaded)
  if (hasFailed) return <ErrorState error={makeOfflineError()} onRetry={retry} />
  return <Skeleton height={180} radius="md" aria-busy aria-label="Carregando" />
}
