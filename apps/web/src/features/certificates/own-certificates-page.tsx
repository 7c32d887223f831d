import { messages } from '@escola/contract/messages'
import type { Context } from '@escola/contract/schools.contract'
import { pageTitles } from '@escola/contract/titles'
import { Stack, Text } from '@mantine/core'
import { useAppContext } from '../../session/context.ts'
import { Page } from '../../ui/page.tsx'
import { CertificatesOfSchool } from './certificates-of-school.tsx'

/** Schools whose certificates the page shows: the requested school, or all schools of the user; an own domain reaches its own school alone. */
export const ownSchoolsOf = ({ schools, school }: Pick<Context, 'schools' | 'school'>, asked: string | undefined) => {
  const only = school?.id ?? asked
  return schools.filter(({ id }) => only === undefined || id === only)
}

/** Certificates of a person outside any school, so that they can be had while the school is blocked. */
export function OwnCertificatesPage({ schoolId }: { schoolId: string | undefined }) {
  const schools = ownSchoolsOf(useAppContext(), schoolId)
  return (
    <Page title={pageTitles.certificates} narrow back={{ to: '/minha-conta', label: pageTitles.account }}>
      <Stack gap="lg">
        {schools.length === 0 && <Text c="dimmed">{messages.noCertificates}</Text>}
        {schools.map((school) => (
          <CertificatesOfSchool key={school.id} school={school} />
        ))}
      </Stack>
    </Page>
  )
}
