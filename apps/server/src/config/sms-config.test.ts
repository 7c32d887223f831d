import { expect, it } from 'vitest'
import { readSms, readSmsCountries } from './sms-config.ts'

const read = (env: NodeJS.ProcessEnv) => {
  const problems: string[] = []
  return { sms: readSms(env, problems), problems }
}
const zenvia = {
  SMS_PROVIDER: 'zenvia',
  ZENVIA_TOKEN: 'x',
  ZENVIA_FROM: 'escola',
  ZENVIA_EVENT_TOKEN: 'dezesseis-letras',
}
const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+1' }

it.each([
  [{}, 'local'],
  [{ NODE_ENV: 'production' }, 'off'],
  [{ NODE_ENV: 'production', MAILBOX_URL: 'http://localhost:8025' }, 'local'],
  [{ ...twilio, NODE_ENV: 'production' }, 'twilio'],
  [zenvia, 'zenvia'],
  [{ SMS_PROVIDER: 'off' }, 'off'],
])('%o sends by %s', (env, provider) => {
  expect(read(env)).toMatchObject({ sms: { provider }, problems: [] })
})

it.each([
  [{ SMS_PROVIDER: 'pigeon' }, ['SMS_PROVIDER must be twilio, zenvia, local or off']],
  [{ ...twilio, TWILIO_FROM: '' }, ['TWILIO_FROM must be set for SMS_PROVIDER=twilio']],
  [{ ...twilio, TWILIO_ACCOUNT_SID: 'SK1' }, ['TWILIO_ACCOUNT_SID begins with AC']],
  [
    { SMS_PROVIDER: 'zenvia' },
    ['ZENVIA_TOKEN', 'ZENVIA_FROM', 'ZENVIA_EVENT_TOKEN'].map((name) => `${name} must be set for SMS_PROVIDER=zenvia`),
  ],
  [{ ...zenvia, ZENVIA_URL: 'x' }, ['ZENVIA_URL must be a URL']],
  [{ ...zenvia, ZENVIA_EVENT_TOKEN: 'quinze-letras--' }, ['ZENVIA_EVENT_TOKEN must have at least 16 characters']],
  [
    { SMS_PROVIDER: 'local', NODE_ENV: 'production' },
    ['SMS_PROVIDER=local takes MAILBOX_URL: the messages would come to no mailbox'],
  ],
])('%o keeps the server from starting', (env, problems) => {
  expect(read(env).problems).toEqual(problems)
})

it.each([
  [{}, ['55'], 0],
  [{ SMS_COUNTRIES: '351, 1' }, ['55', '351', '1'], 0],
  [{ SMS_COUNTRIES: 'PT' }, ['55', 'PT'], 1],
])('%o sends to the countries %j', (env, countries, faults) => {
  const problems: string[] = []
  expect(readSmsCountries(env, problems)).toEqual(countries)
  expect(problems).toHaveLength(faults)
})
