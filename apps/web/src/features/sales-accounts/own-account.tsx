import { countOf } from '@escola/contract/messages'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'
import { formatDateTime } from '@escola/contract/time'
import { Button, Stack, Text } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRights } from '../../session/rights.ts'

interface Props {
  account: SalesAccount
  own: NonNullable<SalesAccount['own']>
}

/** Says what an account on a platform that the school named waits for, and leads to the meanings of its fields. */
export function OwnAccount({ account: { id, title, utc_delivered_on }, own }: Props) {
  const { may } = useRights()
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm" role="status">
        {sayState(own)}
      </Text>
      {own.utc_refused_on && (!utc_delivered_on || own.utc_refused_on > utc_delivered_on) && (
        <Text size="sm">
          Um aviso chegou em {formatDateTime(own.utc_refused_on)} sem a prova desta conta, e foi recusado.
        </Text>
      )}
      {may('records') && (
        <Button
          component={Link}
          to="/vendas/contas/$accountId"
          params={{ accountId: id } as never}
          variant={own.is_mapped ? 'default' : 'light'}
          leftSection={<IconListDetails size={18} aria-hidden />}
          aria-label={`Identificar os campos de ${title}`}
        >
          Identificar os campos
        </Button>
      )}
    </Stack>
  )
}

function sayState({ is_mapped, waiting, unknown }: Props['own']): string {
  if (waiting > 0)
    return `${countOf(waiting, 'aviso espera', 'avisos esperam')} que você diga o que cada campo significa.`
  if (!is_mapped) return 'Esperando um exemplo: mande um teste pelo painel da plataforma.'
  if (unknown > 0) return `${countOf(unknown, 'aviso espera', 'avisos esperam')} porque o evento não tem significado.`
  return 'Os campos dos avisos já têm significado.'
}
