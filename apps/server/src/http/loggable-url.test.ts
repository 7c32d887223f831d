import { expect, it } from 'vitest'
import { loggableUrl } from './loggable-url.ts'

it.each([
  ['/api/school/1/degree/pao-de-queijo', '/api/school/1/degree/pao-de-queijo'],
  ['/atelie/recover/S3CRET', '/atelie/recover/…'],
  ['/atelie/welcome/S3CRET/', '/atelie/welcome/…/'],
  ['/atelie%2Fwelcome%2FS3CRET', '/atelie%2Fwelcome%2F…'],
  ['/api/mailed-links/S3CRET', '/api/mailed-links/…'],
  ['/api/email-changes/S3CRET', '/api/email-changes/…'],
  ['/atelie/email/S3CRET', '/atelie/email/…'],
  ['/atelie/nao-fui-eu/S3CRET', '/atelie/nao-fui-eu/…'],
  ['/api/mailed-links/S3CRET/denial', '/api/mailed-links/…/denial'],
  ['/api/public/user-by-token/S3CRET?x=1', '/api/public/user-by-token/…?x'],
  ['/api/school/1/file/2?expires=1&signature=S3CRET', '/api/school/1/file/2?expires&signature'],
  ['/api/context?domain=a.br&pathname=%2Fatelie%2Frecover%2FS3CRET', '/api/context?domain&pathname'],
  ['/api/integration/7/S3CRET', '/api/integration/7/…'],
  ['/login?redirect=/x?token=S3CRET', '/login?redirect'],
])('%s is logged as %s', (url, logged) => expect(loggableUrl(url)).toBe(logged))
