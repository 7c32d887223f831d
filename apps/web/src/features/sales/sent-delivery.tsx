import type { Sale } from '@escola/contract/sales.contract'
import { ActionIcon } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useState } from 'react'
import { part, usePart } from '../../ui/loading/part.ts'
import { buyerOf } from './sale-words.ts'

const dialog = part(() => import('./sent-delivery-dialog.tsx'))

/** Button that shows what the platform sent of a sale. */
export function SentDelivery({ sale }: { sale: Sale }) {
  const [asked, ask] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={`Ver o que a plataforma enviou: ${buyerOf(sale)}`}
        title="Ver o que a plataforma enviou"
        onClick={() => ask('open')}
      >
        <IconListDetails size={18} aria-hidden />
      </ActionIcon>
      {asked !== 'never' && <Dialog sale={sale} isOpen={asked === 'open'} onClose={() => ask('closed')} />}
    </>
  )
}

/** The dialog comes when it is asked for the first time. */
function Dialog(props: { sale: Sale; isOpen: boolean; onClose: () => void }) {
  const { loaded } = usePart(dialog)
  return loaded ? <loaded.SentDeliveryDialog {...props} /> : null
}
