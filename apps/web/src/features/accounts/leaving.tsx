import { limits } from '@escola/contract/limits'
import { Anchor, Text } from '@mantine/core'
import { loadPage } from '../../api/token.ts'
import { useCountdown } from '../../ui/use-countdown.ts'

/** Counts down to another address, which the user may click at once. It is a whole page load, because the school may be another one. */
export function Leaving({ href, label }: { href: string; label: string }) {
  const left = useCountdown(limits.redirectSeconds, () => loadPage(href))
  return (
    <Text c="dimmed" role="timer">
      Redirecionando em {left} s…{' '}
      <Anchor href={href} underline="always">
        {label}
      </Anchor>
    </Text>
  )
}
