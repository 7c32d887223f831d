import type { Sale } from '@escola/contract/sales.contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { part, usePart } from '../../ui/loading/part.ts'

const dialog = part(() => import('./choose-cohort-dialog.tsx'))

/** Lets an administrator choose a class for a product without one, for this sale and those to come. */
export function ChooseCohort({ sale }: { sale: Sale }) {
  const [asked, ask] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button size="compact-sm" variant="light" onClick={() => ask('open')}>
        Escolher turma
      </Button>
      {asked !== 'never' && <Dialog sale={sale} isOpen={asked === 'open'} onClose={() => ask('closed')} />}
    </>
  )
}

interface DialogProps {
  sale: Sale
  isOpen: boolean
  onClose: () => void
}

/** The dialog comes when it is asked for the first time. */
function Dialog(props: DialogProps) {
  const { loaded } = usePart(dialog)
  return loaded ? <loaded.ChooseCohortDialog {...props} /> : null
}
