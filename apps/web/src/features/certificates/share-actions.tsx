import { Button } from '@mantine/core'
import { IconBrandLinkedin, IconShare } from '@tabler/icons-react'
import { useSchool } from '../../session/context.ts'
import { notifySuccess } from '../../ui/notify.ts'
import { linkedInAddress, shareAddress } from './certificate-sharing.ts'

interface ShareActionsProps {
  course: string
  code: string
  issuedOn: string
}

/** Ways by which a student shows a certificate to others. */
export function ShareActions(props: ShareActionsProps) {
  const { base_path, name } = useSchool()
  const shared = { ...props, school: name, address: `${window.location.origin}${base_path}/v/${props.code}` }
  const share = async () => {
    const message = await shareAddress(shared)
    if (message) notifySuccess(message)
  }
  return (
    <>
      <Button
        variant="light"
        leftSection={<IconShare size={18} aria-hidden />}
        aria-label={`Compartilhar certificado de ${props.course}`}
        onClick={() => void share()}
      >
        Compartilhar
      </Button>
      <Button
        variant="default"
        leftSection={<IconBrandLinkedin size={18} aria-hidden />}
        component="a"
        href={linkedInAddress(shared)}
        target="_blank"
        rel="noreferrer"
      >
        Adicionar ao LinkedIn
      </Button>
    </>
  )
}
