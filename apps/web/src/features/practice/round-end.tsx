import { practiceTexts } from '@escola/contract/practice-texts'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BusyButton } from '../../ui/busy-button.tsx'
import { DoneScreen } from '../../ui/done-screen.tsx'
import { FailureAlert } from '../../ui/failure-alert.tsx'

interface Props {
  link: string
  right: number
  answered: number
  /** Questions of a further round. */
  more: number
  nextOn: string | null
  onMore: () => Promise<unknown>
}

/** End of a round, or of one that has no questions. */
export function RoundEnd({ link, right, answered, more, nextOn, onMore }: Props) {
  const ask = useMutation({ mutationFn: onMore, networkMode: 'always' })
  const isEmpty = answered === 0
  const upToDate = nextOn ? practiceTexts.upToDate(new Date(nextOn), new Date()) : 'Treino em dia'
  return (
    <DoneScreen
      title={isEmpty ? upToDate : `Você acertou ${right} de ${answered}`}
      text={isEmpty ? 'Não há questões para revisar agora.' : practiceTexts.ended(answered - right)}
    >
      {ask.error && <FailureAlert error={ask.error} />}
      {more > 0 && (
        <BusyButton size="md" busy={ask.isPending} onClick={() => ask.mutate()}>
          Mais {more}
        </BusyButton>
      )}
      <Button
        size="md"
        variant={more > 0 ? 'default' : 'filled'}
        renderRoot={(props) => <Link to="/c/$link" params={{ link }} {...props} />}
      >
        Voltar ao curso
      </Button>
    </DoneScreen>
  )
}
