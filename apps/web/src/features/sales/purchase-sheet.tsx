import { labels } from '@escola/contract/labels'
import { formatAmount } from '@escola/contract/money'
import { nameProduct } from '@escola/contract/sales'
import { isKept, type Sale } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'
import { Badge, Button, Drawer, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { useRights } from '../../session/rights.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { makeWhatsappLink } from '../../ui/whatsapp-link.ts'
import classes from './purchase-sheet.module.css'
import { chipOf } from './purchase-words.ts'
import { purchaseQueries } from './purchases.queries.ts'
import { ReplaySale } from './replay-sale.tsx'
import { formatEvent } from './sale-events.ts'
import { SaleState } from './sale-state.tsx'
import { buyerOf } from './sale-words.ts'
import { SentDelivery } from './sent-delivery.tsx'

interface Props {
  /** Undefined while no purchase is asked for. */
  id: string | undefined
  onClose: () => void
}

/** Sheet beside the list with all that was told of a purchase, and what can be done about it. */
export const PurchaseSheet = ({ id, onClose }: Props) => (
  <Drawer
    opened={id !== undefined}
    onClose={onClose}
    position="right"
    size="lg"
    title="Compra"
    classNames={{ content: classes.sheet, header: classes.head }}
  >
    {id !== undefined && <WholePurchase id={id} />}
  </Drawer>
)

function WholePurchase({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery(purchaseQueries.one(useSchool().id, id))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} role="status" aria-label="Carregando a compra" />
  const { purchase, sales, phone_e164 } = data
  const { label, color } = chipOf(purchase)
  const buyer = buyerOf(purchase)
  const whatsapp = makeWhatsappLink(phone_e164, `Olá, ${purchase.name}!`)
  const first = sales.find(({ transaction }) => transaction !== '')
  return (
    <Stack>
      <div>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={3} size="h4">
            {buyer}
          </Title>
          <Badge variant="light" color={color} tt="none" fw={600}>
            {label}
          </Badge>
        </Group>
        {purchase.name && <Text c="dimmed">{purchase.email}</Text>}
        <Text>
          {purchase.product || 'Produto sem nome'}
          {purchase.amount && ` · ${formatAmount(purchase.amount)}`}
        </Text>
        {!purchase.amount && (
          <Text size="sm" c="dimmed">
            Sem valor informado
          </Text>
        )}
      </div>
      {whatsapp && (
        <Group>
          <Button
            variant="light"
            leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
            component="a"
            href={whatsapp}
            target="_blank"
            rel="noopener"
          >
            WhatsApp
          </Button>
        </Group>
      )}
      <Stack component="ul" p={0} m={0} gap="lg" aria-label="Avisos da plataforma">
        {sales.map((sale) => (
          <Notice key={sale.id} sale={sale} isFurther={sale !== (first ?? sales[0])} />
        ))}
      </Stack>
    </Stack>
  )
}

/** One notice of the platform, with what became of it. */
function Notice({ sale, isFurther }: { sale: Sale; isFurther: boolean }) {
  const { may } = useRights()
  const { gateway, event, transaction, product_ids, product_names, offer_ids, utc_created_on } = sale
  const ids = [...product_ids.map((id) => nameProduct(id, product_names)), ...offer_ids].join(', ')
  return (
    <li style={{ listStyle: 'none' }}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
        <div>
          <Text fw={600}>{formatEvent(event) || 'Aviso'}</Text>
          <Text size="sm" c="dimmed">
            {[labels.providers[gateway], formatDateTime(utc_created_on), transaction].filter(Boolean).join(' · ')}
          </Text>
          {ids && (
            <Text size="sm" c="dimmed">
              {ids}
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap">
          {may('records') && <SentDelivery sale={sale} />}
          {may('cohorts') && sale.state !== 'waiting' && isKept(sale) && <ReplaySale sale={sale} />}
        </Group>
      </Group>
      <SaleState sale={sale} isFurther={isFurther} />
    </li>
  )
}
