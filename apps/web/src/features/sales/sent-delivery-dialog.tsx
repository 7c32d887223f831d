import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import { goneDeliveryTexts, hiddenSecret, type Sale } from '@escola/contract/sales.contract'
import { formatDateTime } from '@escola/contract/time'
import { Modal, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/loading/error-state.tsx'
import { saleQueries } from './sales.queries.ts'
import classes from './sent-delivery.module.css'

interface SentDeliveryDialogProps {
  sale: Sale
  isOpen: boolean
  onClose: () => void
}

export const SentDeliveryDialog = ({ sale, isOpen, onClose }: SentDeliveryDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title="O que a plataforma enviou" size="lg">
    <Stack>
      <Text c="dimmed" size="sm">
        {labels.providers[sale.gateway]}, {formatDateTime(sale.utc_created_on)}
      </Text>
      <Sent id={sale.id} />
    </Stack>
  </Modal>
)

function Sent({ id }: { id: string }) {
  const { data, isError, error, refetch } = useQuery(saleQueries.sent(useSchool().id, id))
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius="md" aria-busy aria-label="Carregando" />
  if (data.state !== 'kept') return <Text>{goneDeliveryTexts[data.state]}</Text>
  const { body, query } = data
  const hasQuery = Object.keys(query).length > 0
  const hasBody = Object.keys(body).length > 0
  return (
    <>
      <Text size="sm">Os códigos secretos da sua conta ficam escondidos.</Text>
      {hasQuery && <Part title="No endereço" fields={query} />}
      {hasBody && <Part title="No aviso" fields={body} />}
      {!hasQuery && !hasBody && <Text>O aviso veio vazio.</Text>}
    </>
  )
}

const Part = ({ title, fields }: { title: string; fields: object }) => (
  <section>
    <Title order={3} size="h5" mb="xs">
      {title}
    </Title>
    <Fields value={fields} level={0} />
  </section>
)

/** Levels that are unfolded at first. */
const openLevels = 2

const Fields = ({ value, level }: { value: object; level: number }) => (
  <ul className={classes.fields}>
    {Object.entries(value).map(([name, each]) => (
      <li key={name}>
        {typeof each === 'object' && each !== null ? (
          <details open={level < openLevels}>
            <summary>
              <span className={classes.name}>{nameOf(name, value)}</span>{' '}
              <Text span size="sm" c="dimmed">
                {countFields(each)}
              </Text>
            </summary>
            <Fields value={each} level={level + 1} />
          </details>
        ) : (
          <div className={classes.field}>
            <span className={classes.name}>{nameOf(name, value)}</span> <Value value={each} />
          </div>
        )}
      </li>
    ))}
  </ul>
)

/** Places in a list are counted from one, as people do. */
const nameOf = (name: string, of: object) => (Array.isArray(of) ? `${Number(name) + 1}º` : name)

const countFields = (value: object) =>
  Array.isArray(value) ? countOf(value.length, 'item', 'itens') : countOf(Object.keys(value).length, 'campo', 'campos')

function Value({ value }: { value: unknown }) {
  if (value === null || value === '')
    return (
      <Text span c="dimmed">
        vazio
      </Text>
    )
  if (value === hiddenSecret)
    return (
      <Text span c="dimmed" fs="italic">
        {hiddenSecret}
      </Text>
    )
  if (typeof value === 'boolean') return <span>{value ? 'sim' : 'não'}</span>
  return <span>{String(value)}</span>
}
