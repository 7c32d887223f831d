import type { Profile, ProfileDegree } from '@escola/contract/profiles.contract'
import { Title } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Cover } from '../../ui/courses/cover.tsx'
import { CardGrid } from '../../ui/lists/card-grid.tsx'
import classes from './profile-page.module.css'

interface Props {
  title: string
  degrees: ProfileDegree[]
  certificates: Profile['certificates']
}

export function StudiedCourses({ title, degrees, certificates }: Props) {
  const headingId = useId()
  if (degrees.length === 0) return null
  return (
    <section aria-labelledby={headingId}>
      <Title order={2} size="h3" mb="sm" id={headingId}>
        {title}
      </Title>
      <CardGrid width="300px" gap="var(--mantine-spacing-lg)">
        {degrees.map((degree) => (
          <li key={degree.degree_id} className={classes.course}>
            <Link to="/c/$link" params={{ link: degree.degree_link }} className={classes.open}>
              <Cover src={degree.img_wide_url} title={degree.title} sizes="(max-width: 600px) 92vw, 380px" />
              <h3 className={classes.title}>{degree.title}</h3>
            </Link>
            <CertificateLink
              course={degree.title}
              pdf={certificates.find(({ degree_id }) => degree_id === degree.degree_id)?.pdf}
            />
          </li>
        ))}
      </CardGrid>
    </section>
  )
}

/** Links a user's own certificate as a file, and another user's as the page that proves it. */
function CertificateLink({ course, pdf }: { course: string; pdf: string | undefined }) {
  if (!pdf) return null
  const face = (
    <>
      <IconCertificate size={18} aria-hidden />
      Certificado
    </>
  )
  if (pdf.startsWith('/api/')) {
    return (
      <a
        href={pdf}
        className={classes.certificate}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Certificado de ${course}, em PDF`}
      >
        {face}
      </a>
    )
  }
  return (
    <Link to={pdf as '/'} className={classes.certificate} aria-label={`Certificado de ${course}`}>
      {face}
    </Link>
  )
}
