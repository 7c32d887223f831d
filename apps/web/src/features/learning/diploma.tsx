import { addressOf } from '@escola/contract/call'
import { certificates } from '@escola/contract/certificates.contract'
import { Button, Group } from '@mantine/core'
import { IconBrandLinkedin, IconBrandWhatsapp } from '@tabler/icons-react'
import { useState } from 'react'
import { useSchool } from '../../session/context.ts'
import classes from './diploma.module.css'

interface Props {
  course: string
  code: string
}

/** Picture of a certificate, as it is shown where its link is pasted, with the two places where students show it most. */
export function Diploma({ course, code }: Props) {
  const { id: schoolId, name, base_path } = useSchool()
  const [isMissing, setMissing] = useState(false)
  const address = `${window.location.origin}${base_path}/v/${code}`
  const text = `Concluí o curso ${course} em ${name}! Veja o meu certificado: ${address}`
  return (
    <div className={classes.diploma}>
      {!isMissing && (
        <img
          className={classes.picture}
          src={addressOf(certificates.picture, { params: { schoolId, code } })}
          alt={`Seu certificado de ${course}`}
          width={1200}
          height={627}
          onError={() => setMissing(true)}
        />
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          component="a"
          href={`https://wa.me/?text=${encodeURIComponent(text)}`}
          target="_blank"
          rel="noreferrer"
        >
          Mostrar no WhatsApp
        </Button>
        <Button
          variant="default"
          leftSection={<IconBrandLinkedin size={18} aria-hidden />}
          component="a"
          href={`https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(address)}`}
          target="_blank"
          rel="noreferrer"
        >
          Publicar no LinkedIn
        </Button>
      </Group>
    </div>
  )
}
