import { ledgerMessages } from '@escola/contract/ledger.contract'
import { countOf } from '@escola/contract/messages'
import { centsOf, formatMoney } from '@escola/contract/money'
import { pointSwaps } from '@escola/contract/prices'
import { Button, Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import { Page } from '../../ui/page.tsx'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Total } from '../../ui/total.tsx'
import classes from './ledger.module.css'
import { useSwapPoints } from './ledger.queries.ts'

type Swap = (typeof pointSwaps)[number]

/** Shows the points of the school, which come with the balance that it buys, and swaps them for more balance. */
export function SchoolPointsPage() {
  const { points } = useAppContext().bank
  const [swapped, setSwapped] = useState<Swap>()
  if (swapped) return <Swapped swap={swapped} onMore={() => setSwapped(undefined)} />
  return (
    <Page
      title="Pontos da escola"
      description="Eles vêm com o saldo que a escola compra, e não vencem."
      actions={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/bank" />}>
          Ver o extrato
        </Button>
      }
      narrow
    >
      <Total value={formatNumber(points)}>{points === 1 ? 'ponto' : 'pontos'}</Total>
      <CardGrid width="15rem" aria-label="Trocar pontos por saldo">
        {pointSwaps.map((swap) => (
          <SwapTier key={swap.points} swap={swap} points={points} onSwapped={() => setSwapped(swap)} />
        ))}
      </CardGrid>
      <Text maw="65ch" c="dimmed">
        Os pontos dos seus alunos são outros: eles os ganham ao concluir aulas e cursos e com as perguntas que a escola
        responde.
      </Text>
    </Page>
  )
}

/** End of a swap (part 2 §4), with what the school has now. */
function Swapped({ swap, onMore }: { swap: Swap; onMore: () => void }) {
  const { balance, points } = useAppContext().bank
  return (
    <DoneScreen
      title={ledgerMessages.swapped}
      text={`${ledgerMessages.swappedFor(swap.cents)} Tem agora ${formatMoney(centsOf(balance))} e ${countOf(points, 'ponto', 'pontos')}.`}
    >
      <Button renderRoot={(props) => <Link {...props} to="/bank" />}>Ver o extrato</Button>
      <Button variant="default" onClick={onMore}>
        Trocar mais pontos
      </Button>
    </DoneScreen>
  )
}

/** A tier has its button only where the points suffice (part 2 §2). */
function SwapTier({ swap, points, onSwapped }: { swap: Swap; points: number; onSwapped: () => void }) {
  const { mutateAsync: swapPoints } = useSwapPoints()
  const { run, isPending } = useConfirmedChange()
  const price = countOf(swap.points, 'ponto', 'pontos')
  const gain = formatMoney(swap.cents)
  const handleSwap = () =>
    run({
      question: {
        title: `Trocar ${price} por ${gain}?`,
        text: `Ficam ${countOf(points - swap.points, 'ponto', 'pontos')}. Uma troca não pode ser desfeita.`,
        confirmLabel: 'Trocar',
      },
      change: async () => {
        await swapPoints({ pointsToRemove: swap.points })
        onSwapped()
      },
    })
  const missing = swap.points - points
  return (
    <Paper component="li" p="md" className={classes.swap}>
      <div>
        <Text fw={700} fz="lg">
          {gain}
        </Text>
        <Text c="dimmed">por {price}</Text>
      </div>
      {missing <= 0 ? (
        <BusyButton busy={isPending} onClick={handleSwap} aria-label={`Trocar ${price} por ${gain}`}>
          Trocar
        </BusyButton>
      ) : (
        <Text size="sm" c="dimmed">
          {missing === 1 ? 'Falta' : 'Faltam'} {countOf(missing, 'ponto', 'pontos')}
        </Text>
      )}
    </Paper>
  )
}
