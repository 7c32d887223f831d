import { type AgreedPage, acceptedPage, htmlPages, policyPage } from '@escola/contract/pages.contract'
import { Anchor, Group, Modal, Switch } from '@mantine/core'
import { type ComponentProps, lazy, Suspense, useState } from 'react'

const Terms = lazy(() => import('./terms.tsx'))

const titles = { ...htmlPages, [acceptedPage]: 'Termos de uso' }

/** The terms are a switch to accept them and a dialog to read them. */
export function TermsSwitch(props: ComponentProps<typeof Switch>) {
  const [read, setRead] = useState<AgreedPage>()
  // The dialog keeps its text while it closes.
  const [shown, setShown] = useState<AgreedPage>(acceptedPage)
  const open = (page: AgreedPage) => {
    setShown(page)
    setRead(page)
  }
  return (
    <div>
      <Switch label="Li e aceito os termos de uso" {...props} />
      <Group gap="md" mt={6}>
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => open(acceptedPage)}>
          Ler os termos
        </Anchor>
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => open(policyPage)}>
          {htmlPages[policyPage]}
        </Anchor>
      </Group>
      <Modal opened={read !== undefined} onClose={() => setRead(undefined)} title={titles[shown]} size="lg">
        <Suspense fallback={null}>
          <Terms page={shown} />
        </Suspense>
      </Modal>
    </div>
  )
}
