import { ownDataTitle } from '@escola/contract/titles'
import { Stack, Text } from '@mantine/core'
import { useUser } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { AcceptedTexts } from './accepted-texts.tsx'
import { CopySection } from './copy-section.tsx'
import { DeletionSection } from './deletion-section.tsx'

/** Shows what users may do with all that is kept of them: copy it, read what they agreed to, delete it. */
export const OwnDataPage = () => (
  <Page
    title={ownDataTitle}
    description="O que a plataforma guarda de você, em todas as suas escolas."
    back={{ to: '/minha-conta', label: 'Minha conta' }}
    narrow
  >
    {useUser()?.hasOwnSession ? (
      <Stack gap="md">
        <CopySection />
        <AcceptedTexts />
        <DeletionSection />
      </Stack>
    ) : (
      <Section title="Entre com a sua própria senha">
        <Text>
          Você entrou com um acesso desta escola. Para baixar os seus dados ou excluir a conta, saia e entre com a sua
          própria senha.
        </Text>
      </Section>
    )}
  </Page>
)
