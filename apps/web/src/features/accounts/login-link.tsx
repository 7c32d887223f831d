import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** Leads a user who has an account to the login, and back to the sign-up, which asks them for no account: a button lets them in, or makes their school. */
export const LoginLink = (props: AnchorProps & { children: string }) => (
  <Anchor
    underline="always"
    {...props}
    renderRoot={(root) => <Link {...root} to="/login" search={{ redirect: '/cadastro' }} />}
  />
)
