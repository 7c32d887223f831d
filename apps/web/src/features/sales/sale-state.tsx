import { describeStay } from '@escola/contract/grant-ends'
import { purchaseTexts } from '@escola/contract/purchases.contract'
import { pendingSaleStates, type Sale } from '@escola/contract/sales.contract'
import { formatDate } from '@escola/contract/time'
import { Anchor, Badge, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Need } from '../../session/need.tsx'
import { useRights } from '../../session/rights.ts'
import { CellLines } from '../../ui/lists/cell-lines.tsx'
import { ChooseCohort } from './choose-cohort.tsx'
import { GivePurchase } from './give-purchase.tsx'
import { ExcludedProducts, NotOfClass, WaitingItems } from './product-of-class.tsx'
import { buyerOf, mayBeOthers, mayGive, reasonOf, repeatedText, stateLook, waitsForCohort } from './sale-words.ts'
import { CorrectEmail, DismissSale } from './settle-sale.tsx'

interface SaleStateProps {
  sale: Sale
  /** Another notice of the purchase says in which classes it is, and lets it be given to a student. */
  isFurther?: boolean
}

/** Tells how a sale stands, why, and what an administrator can do about it. */
export function SaleState({ sale, isFurther = false }: SaleStateProps) {
  const { label, color } = stateLook[sale.state]
  return (
    <CellLines>
      <Badge variant="light" color={color} tt="none" fw={600}>
        {label}
      </Badge>
      {reasonOf(sale) && <Text size="sm">{reasonOf(sale)}</Text>}
      {repeatedText(sale) && <Text size="sm">{repeatedText(sale)}</Text>}
      {!isFurther && sale.school_gateways.map((stay) => <StaySentence key={`${stay.id} ${stay.title}`} stay={stay} />)}
      <WaitingItems sale={sale} />
      <ExcludedProducts sale={sale} />
      {sale.given_to && (
        <Text size="sm">{purchaseTexts.givenTo(sale.given_to.name, formatDate(sale.given_to.utc_on))}</Text>
      )}
      <Need right="cohorts">
        {!isFurther && mayGive(sale) && (
          <GivePurchase
            purchase={{ gateway: sale.gateway, transaction: sale.purchase_code }}
            about={buyerOf(sale)}
            variant={mayBeOthers(sale) ? 'light' : 'subtle'}
          />
        )}
        {waitsForCohort(sale) && sale.product_ids.length + sale.offer_ids.length > 0 && (
          <>
            <ChooseCohort sale={sale} />
            {sale.product_ids.length > 0 && <NotOfClass sale={sale} />}
          </>
        )}
        {sale.state === 'no_email' && <CorrectEmail sale={sale} />}
        {sale.reason === 'no_mapping' && (
          <Button size="compact-sm" variant="light" renderRoot={(props) => <Link {...props} to="/vendas/contas" />}>
            Identificar os campos
          </Button>
        )}
        {pendingSaleStates.some((state) => state === sale.state) && <DismissSale sale={sale} />}
      </Need>
    </CellLines>
  )
}

function StaySentence({ stay }: { stay: Sale['school_gateways'][number] }) {
  const { id, title } = stay
  const mayOpen = useRights().may('cohorts')
  const [before, behind] = describeStay(stay)
  return (
    <Text size="sm">
      {before}{' '}
      {id === null || !mayOpen ? (
        title
      ) : (
        <Anchor
          inherit
          underline="always"
          renderRoot={(props) => <Link {...props} to="/turma/$cohortId" params={{ cohortId: id }} />}
        >
          {title}
        </Anchor>
      )}
      {behind}
    </Text>
  )
}
