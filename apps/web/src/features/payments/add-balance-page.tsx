import { billingTitles, packGain } from '@escola/contract/billing-texts'
import { countOf } from '@escola/contract/messages'
import { centsOf, formatMoney } from '@escola/contract/money'
import { paymentMessages } from '@escola/contract/payments.contract'
import { type PackId, packs } from '@escola/contract/prices'
import { Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../session/context.ts'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { Section } from '../../ui/section.tsx'
import { Checkout } from './checkout.tsx'

interface AddBalancePageProps {
  pack: PackId
  asked: string | undefined
  /** Class whose import waits for the balance. */
  cohortId: string | undefined
  onPaid: (paymentId: string) => Promise<unknown>
}

/** Checkout of a pack (part 2 §2). */
export function AddBalancePage({ pack: id, asked, cohortId, onPaid }: AddBalancePageProps) {
  const pack = packs[id]
  return (
    <Checkout
      page={{ title: paymentMessages.addBalance, back: { to: '/bank', label: billingTitles.bank } }}
      item={id}
      cents={pack.price}
      asked={asked}
      onPaid={onPaid}
      paid={() => <PackPaid cohortId={cohortId} />}
    >
      <Section title={`Pacote ${pack.name}`} text={`A escola ganha ${packGain(pack)}.`}>
        <Text fw={700} fz="xl">
          {formatMoney(pack.price)}
        </Text>
      </Section>
    </Checkout>
  )
}

/** The header has the same sums. */
function PackPaid({ cohortId }: Pick<AddBalancePageProps, 'cohortId'>) {
  const { balance, points } = useAppContext().bank
  return (
    <DoneScreen
      title={paymentMessages.paid}
      text={`A escola tem agora ${formatMoney(centsOf(balance))} de saldo e ${countOf(points, 'ponto', 'pontos')}.`}
    >
      {cohortId !== undefined && (
        <Button
          renderRoot={(props) => (
            <Link {...props} to="/turma/$cohortId" params={{ cohortId }} search={{ acao: 'importar' }} />
          )}
        >
          Voltar à importação
        </Button>
      )}
      <Button
        variant={cohortId === undefined ? 'filled' : 'default'}
        renderRoot={(props) => <Link {...props} to="/bank" />}
      >
        Ver o extrato
      </Button>
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
        Ir para o início
      </Button>
    </DoneScreen>
  )
}
