import { Text } from '@mantine/core'
import { useAppContext } from '../../session/context.ts'
import { formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import classes from './points-page.module.css'

/** An administrator's points are the school's: they come with its balance. */
export function SchoolPointsPage() {
  const { points } = useAppContext().bank
  return (
    <Page title="Pontos da escola" description="Eles vêm com o saldo que a escola compra." narrow>
      <p className={classes.total}>
        <strong>{formatNumber(points)}</strong> {points === 1 ? 'ponto' : 'pontos'}
      </p>
      <Text maw="65ch">
        Cada pacote de saldo traz pontos para a escola, e os pontos viram mais saldo: 100 pontos valem R$ 1,00, 500
        valem R$ 10,00 e 1.000 valem R$ 25,00. Eles não vencem.
      </Text>
      <Text maw="65ch" c="dimmed">
        Os pontos dos seus alunos são outros: eles os ganham ao concluir aulas e cursos e com as perguntas que a escola
        responde.
      </Text>
    </Page>
  )
}
