import { formatMoney } from '@escola/contract/money'
import type { Payment } from '@escola/contract/payments.contract'
import { formatDateTime } from '@escola/contract/time'
import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { BusyButton } from '../../ui/busy-button.tsx'
import { subscribeToSeconds } from '../../ui/each-second.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import classes from './payments.module.css'

interface PixCodeProps {
  pix: NonNullable<Payment['pix']>
  cents: number
  /** Left out for a code that nothing else can take the place of. */
  instead?: { onNewCode: () => Promise<unknown>; onGiveUp: () => Promise<unknown> }
}

const hour = 3600
const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Code of Pix that waits to be paid: to be read by a phone, or copied on one. The page sees by itself that it was paid. */
export function PixCode({ pix, cents, instead }: PixCodeProps) {
  const left = useSyncExternalStore(subscribeToSeconds, () =>
    Math.max(0, Math.ceil((Date.parse(pix.utc_expires_on) - Date.now()) / 1000)),
  )
  const { run, isPending } = useConfirmedChange()
  const giveUp = instead && (
    <BusyButton variant="default" busy={isPending} onClick={() => run({ change: instead.onGiveUp })}>
      Pagar de outro jeito
    </BusyButton>
  )
  if (left === 0)
    return (
      <Stack>
        <Alert color="ambar" variant="light" role="alert" title="Este código venceu">
          Se você já pagou, espere um instante: o pagamento aparece aqui.
        </Alert>
        {instead && (
          <Group justify="flex-end" gap="xs">
            {giveUp}
            <BusyButton busy={isPending} onClick={() => run({ change: instead.onNewCode })}>
              Gerar novo código
            </BusyButton>
          </Group>
        )}
      </Stack>
    )
  return (
    <Stack>
      <Text>Abra o aplicativo do seu banco, escolha pagar com Pix e aponte para o QR code, ou cole o código.</Text>
      <Group gap="lg" align="center">
        <img className={classes.qr} src={pix.qr} alt="QR code do Pix" width={240} height={240} />
        <Stack gap="xs" flex="1 1 16rem">
          <Text>
            Valor: <b>{formatMoney(cents)}</b>
          </Text>
          <TextInput
            label="Código Pix"
            value={pix.code}
            readOnly
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyButton value={pix.code} timeout={3000}>
            {({ copied, copy }) => (
              <Button
                onClick={copy}
                leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              >
                {copied ? 'Código copiado' : 'Copiar código'}
              </Button>
            )}
          </CopyButton>
          <Text size="sm" c="dimmed">
            Vence em{' '}
            {left > hour ? (
              <b>{formatDateTime(pix.utc_expires_on)}</b>
            ) : (
              <b role="timer">
                {Math.floor(left / 60)}:{twoDigits(left % 60)}
              </b>
            )}
          </Text>
        </Stack>
      </Group>
      <Text role="status" c="dimmed">
        Esperando o pagamento… Esta página mostra quando ele chegar.
      </Text>
      {giveUp && <Group justify="flex-end">{giveUp}</Group>}
    </Stack>
  )
}
