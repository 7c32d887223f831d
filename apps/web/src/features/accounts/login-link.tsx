import { Anchor, type AnchorProps } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'

interface Props extends AnchorProps {
  children: string
  onClick?: () => void
  /** Leads back to the sign-up after the login; a button there lets the user in, or makes their school, and asks for no account. */
  returns: boolean
}

/** Leads a user who has an account to the login. */
export function LoginLink({ returns, ...props }: Props) {
  const { academy } = useSearch({ strict: false })
  const redirect = academy === 1 ? '/cadastro?academy=1' : '/cadastro'
  return (
    <Anchor
      underline="always"
      {...props}
      renderRoot={(root) => <Link {...root} to="/login" search={returns ? { redirect } : {}} />}
    />
  )
}
