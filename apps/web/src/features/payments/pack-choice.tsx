import { allFreeText, packGain } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import { packIds, packs } from '@escola/contract/prices'
import { Alert, Text } from '@mantine/core'
import { useAppContext } from '../../session/context.ts'
import { Section } from '../../ui/section.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'

/** The three packs, each leading to its checkout (part 2 §9). */
export function PackChoice() {
  if (!useAppContext().billing) return <Alert>{allFreeText}</Alert>
  return (
    <Section
      title="Adicionar saldo"
      text="O saldo não vence. Cada pacote traz também pontos, que a escola troca por mais saldo."
    >
      <Tiles>
        {packIds.map((id) => {
          const { name, price, ...gain } = packs[id]
          return (
            <li key={id}>
              <Tile to="/add-saldo/$type" params={{ type: id }} low title={name} text={packGain(gain)}>
                <Text fw={700} fz="xl">
                  {formatMoney(price)}
                </Text>
              </Tile>
            </li>
          )
        })}
      </Tiles>
    </Section>
  )
}
