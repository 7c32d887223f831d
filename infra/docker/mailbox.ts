import { startMailbox } from '../../packages/dev-services/src/mailbox.ts'

const mailbox = await startMailbox({ host: '0.0.0.0', smtpPort: 1025, httpPort: 8025 })
console.log('the mailbox takes mail on port 1025 and shows it on port 8025')
process.on('SIGTERM', async () => {
  await mailbox.stop()
  process.exit(0)
})
