import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useAppContext } from '../../session/context.ts'
import { readConsent, writeConsent } from './consent.ts'
import { stopServices } from './services.ts'

/** Lets a visitor change their answer as easily as they gave it, while their school counts its visitors. */
export function ConsentChoice() {
  const { school } = useAppContext()
  const [answer, setAnswer] = useState(school ? readConsent(school.id) : undefined)
  if (!school || !answer || !(school.google_analytics_code || school.facebook_pixel)) return null
  const hasAgreed = answer === 'yes'
  const change = () => {
    const next = hasAgreed ? 'no' : 'yes'
    writeConsent(school.id, next)
    if (next === 'no') stopServices(school)
    setAnswer(next)
  }
  return (
    <section aria-label="Cookies de medição">
      <Text mt="xl" mb="xs" role="status">
        {hasAgreed
          ? 'Neste aparelho, você aceita os cookies de medição desta escola.'
          : 'Neste aparelho, você recusa os cookies de medição desta escola.'}
      </Text>
      <Button variant="default" onClick={change}>
        {hasAgreed ? 'Retirar o meu consentimento' : 'Aceitar os cookies de medição'}
      </Button>
    </section>
  )
}
