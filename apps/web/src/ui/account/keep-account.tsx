import { ownData } from '@escola/contract/own-data.contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { contextQuery } from '../../session/context.ts'
import { BusyButton } from '../busy-button.tsx'
import { useConfirmedChange } from '../questions/use-confirmed-change.ts'
import { deletionQuery } from './deletion-query.ts'

/** Takes the deletion of the account back. */
export function KeepAccount() {
  const client = useQueryClient()
  const { run, isPending } = useConfirmedChange()
  const keep = () =>
    run({
      change: async () => {
        await api(ownData.takeDeletionBack)
        await Promise.all([client.invalidateQueries(contextQuery), client.invalidateQueries(deletionQuery)])
      },
      done: 'Pronto: a sua conta continua.',
    })
  return (
    <BusyButton variant="default" busy={isPending} onClick={keep}>
      Desistir da exclusão
    </BusyButton>
  )
}
