import type { Sale } from '@escola/contract/sales.contract'
import { IconRefresh } from '@tabler/icons-react'
import { BusyIcon } from '../../ui/busy-button.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { useReplay } from './sale-changes.ts'
import { buyerOf, repeatedText } from './sale-words.ts'

/** Button that does a sale once more. */
export function ReplaySale({ sale }: { sale: Sale }) {
  const { mutateAsync: replay } = useReplay(sale.id)
  const { run, isPending } = useConfirmedChange()
  const repeated = repeatedText(sale)
  const handleClick = () =>
    run({
      ...(repeated && {
        question: {
          title: 'Reprocessar e contar a última vez?',
          text: `${repeated}, sempre igual, e só a primeira contou. Se a plataforma não diz quando aconteceu, reprocessar conta a última.`,
          confirmLabel: 'Reprocessar',
        },
      }),
      change: () => replay({}),
      done: 'Vamos processar a venda de novo.',
    })
  return (
    <BusyIcon
      variant="subtle"
      color="gray"
      size={36}
      busy={isPending}
      aria-label={`Reprocessar a venda de ${buyerOf(sale)}`}
      title="Reprocessar"
      onClick={handleClick}
    >
      <IconRefresh size={18} aria-hidden />
    </BusyIcon>
  )
}
