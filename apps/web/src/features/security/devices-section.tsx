import { type Device, sessions } from '@escola/contract/sessions.contract'
import { formatDateTime } from '@escola/contract/time'
import { Badge, Button, Text } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { withProof } from '../../ui/account/proof.ts'
import lists from '../../ui/lists/lists.module.css'
import { usePrefetchedQuery } from '../../ui/loading/use-prefetched-query.ts'
import { useConfirmedChange } from '../../ui/questions/use-confirmed-change.ts'
import { Section } from '../../ui/section.tsx'
import { devicesQuery } from './devices.queries.ts'
import classes from './list.module.css'

const isPhone = (device: string) => /iPhone|iPad|Android/.test(device)
const nameOf = ({ device }: Device) => device || 'Dispositivo desconhecido'

export function DevicesSection() {
  const devices = usePrefetchedQuery(devicesQuery).data
  const client = useQueryClient()
  const { run, isPending } = useConfirmedChange()
  const others = devices.filter(({ isThis }) => !isThis)
  const end = async (change: () => Promise<unknown>) => {
    await change()
    await client.invalidateQueries(devicesQuery)
  }
  const endSession = (device: Device) =>
    run({
      change: () => end(() => withProof(() => api(sessions.endDevice, { params: { id: device.id } }))),
      done: `${nameOf(device)}: sessão encerrada`,
    })
  const endOthers = () =>
    run({
      question: {
        title: 'Encerrar as outras?',
        text:
          others.length === 1
            ? 'O outro dispositivo vai precisar entrar de novo.'
            : `Os outros ${others.length} dispositivos vão precisar entrar de novo.`,
        confirmLabel: 'Encerrar as outras',
      },
      change: () => end(() => withProof(() => api(sessions.endOtherDevices))),
      done: 'Você saiu em todos os outros dispositivos',
    })
  return (
    <Section
      title="Meus dispositivos"
      text="Onde a sua conta está aberta. Não reconhece algum? Encerre e troque a sua senha."
    >
      <ul className={lists.ruled}>
        {devices.map((device) => (
          <li key={device.id} className={classes.row}>
            {isPhone(device.device) ? <IconDeviceMobile aria-hidden /> : <IconDeviceDesktop aria-hidden />}
            <div className={classes.text}>
              <Text fw={600} component="div">
                {nameOf(device)}{' '}
                {device.isThis && (
                  <Badge variant="light" color="teal">
                    Este dispositivo
                  </Badge>
                )}
              </Text>
              <Text size="sm" c="dimmed">
                Visto em {formatDateTime(device.utc_seen_on)}
              </Text>
              <Text size="sm" c="dimmed">
                Entrou em {formatDateTime(device.utc_created_on)}
              </Text>
              {device.school !== null && (
                <Text size="sm" c="dimmed">
                  Acesso dado por {device.school}; alcança só essa escola
                </Text>
              )}
            </div>
            {!device.isThis && (
              <Button
                variant="default"
                size="sm"
                disabled={isPending}
                aria-label={`Encerrar ${nameOf(device)}`}
                onClick={() => endSession(device)}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <Button variant="light" disabled={isPending} onClick={endOthers} className={classes.all}>
          Encerrar as outras
        </Button>
      )}
    </Section>
  )
}
