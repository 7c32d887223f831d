import { Anchor, Modal, Switch } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useState } from 'react'

const Terms = lazy(() => import('./terms.tsx'))

/** The terms are a switch to accept them and a dialog to read them. */
export function TermsSwitch(props: ComponentProps<typeof Switch>) {
  const [reading, setReading] = useState(false)
  return (
    <div>
      <Switch label="Li e aceito os termos de uso" {...props} />
      <Anchor component="button" type="button" size="sm" mt={6} underline="always" onClick={() => setReading(true)}>
        Ler os termos
      </Anchor>
      <Modal opened={reading} onClose={() => setReading(false)} title="Termos de uso" size="lg">
        <Suspense fallback={null}>
          <Terms />
        </Suspense>
      </Modal>
    </div>
  )
}
