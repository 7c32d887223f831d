interface Place {
  /** Address of the API, and of the page where a token signs a student in. */
  address: string
  login: string
  schoolId: string
  key: string
  integration: string
  /** Life of a link of the integration, in words. */
  linkLife: string
}

/** Lists whole programs: an administrator copies one and sets ESCOLA_SEGREDO, and it enrols a student and prints their link. */
export const examplesOf = (place: Place) => [
  { name: 'curl', needs: 'bash, curl e openssl', text: curlOf(place) },
  { name: 'Node.js', needs: 'Node.js 18 ou mais novo', text: nodeOf(place) },
  { name: 'PHP', needs: 'PHP 8 ou mais novo', text: phpOf(place) },
]

const curlOf = ({ address, login, schoolId, key, integration, linkLife }: Place) => `#!/usr/bin/env bash
set -euo pipefail
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
campo() { sed -E "s/.*\\"$1\\":\\"([^\\"]+)\\".*/\\1/"; }

# 1. Assine a chave com o segredo (JWT, HS256).
agora=$(date +%s)
cabecalho=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url)
conteudo=$(printf '{"key":"${key}","iat":%d,"exp":%d}' "$agora" "$((agora + 60))" | base64url)
assinatura=$(printf '%s.%s' "$cabecalho" "$conteudo" | openssl dgst -sha256 -hmac "$ESCOLA_SEGREDO" -binary | base64url)

# 2. Peça um hash. Ele vale por 1 hora e serve para vários alunos.
hash=$(curl -fsS '${address}/integration/${schoolId}/hash?integration=${integration}' \\
  -H "Authorization: Bearer $cabecalho.$conteudo.$assinatura" | campo hash)

# 3. Matricule o aluno. Um formulário também serve: no lugar de -H e -d,
#    --data-urlencode 'name=Ana Souza' --data-urlencode 'email=ana@exemplo.com.br'
token=$(curl -fsS "${address}/integration/${schoolId}/$hash" \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ana Souza","email":"ana@exemplo.com.br"}' | campo token)

# 4. Leve o aluno a este endereço: ele entra sem senha. O link ${linkLife}.
echo "${login}/$token"
`

const nodeOf = ({
  address,
  login,
  schoolId,
  key,
  integration,
  linkLife,
}: Place) => `import { createHmac } from 'node:crypto'

const base = '${address}/integration/${schoolId}'

// 1. Assine a chave com o segredo (JWT, HS256).
const parte = (valor) => Buffer.from(JSON.stringify(valor)).toString('base64url')
const agora = Math.floor(Date.now() / 1000)
const texto = \`\${parte({ alg: 'HS256', typ: 'JWT' })}.\${parte({ key: '${key}', iat: agora, exp: agora + 60 })}\`
const assinatura = createHmac('sha256', process.env.ESCOLA_SEGREDO).update(texto).digest('base64url')

async function chame(endereco, opcoes) {
  const resposta = await fetch(endereco, opcoes)
  const corpo = await resposta.json()
  if (!resposta.ok) throw new Error(\`\${resposta.status} \${corpo.code}: \${corpo.message}\`)
  return corpo
}

// 2. Peça um hash. Ele vale por 1 hora e serve para vários alunos.
const { hash } = await chame(\`\${base}/hash?integration=${integration}\`, {
  headers: { Authorization: \`Bearer \${texto}.\${assinatura}\` },
})

// 3. Matricule o aluno. Um formulário também serve: body: new URLSearchParams({ name, email }), sem Content-Type.
const { token } = await chame(\`\${base}/\${hash}\`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Ana Souza', email: 'ana@exemplo.com.br' }),
})

// 4. Leve o aluno a este endereço: ele entra sem senha. O link ${linkLife}.
console.log(\`${login}/\${token}\`)
`

const phpOf = ({ address, login, schoolId, key, integration, linkLife }: Place) => `<?php
$base = '${address}/integration/${schoolId}';

// 1. Assine a chave com o segredo (JWT, HS256). Com firebase/php-jwt: JWT::encode($dados, $segredo, 'HS256').
$base64url = fn (string $texto) => rtrim(strtr(base64_encode($texto), '+/', '-_'), '=');
$dados = ['key' => '${key}', 'iat' => time(), 'exp' => time() + 60];
$texto = $base64url(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . $base64url(json_encode($dados));
$jwt = $texto . '.' . $base64url(hash_hmac('sha256', $texto, getenv('ESCOLA_SEGREDO'), true));

function chame(string $metodo, string $endereco, array $cabecalhos, string $corpo = ''): array
{
    $http = ['method' => $metodo, 'header' => $cabecalhos, 'content' => $corpo, 'ignore_errors' => true, 'timeout' => 30];
    $lido = @file_get_contents($endereco, false, stream_context_create(['http' => $http]));
    $resposta = json_decode((string) $lido, true);
    if (!is_array($resposta)) {
        throw new RuntimeException("A escola não respondeu em $endereco");
    }
    if (isset($resposta['code'])) {
        throw new RuntimeException("{$resposta['code']}: {$resposta['message']}");
    }
    return $resposta;
}

// 2. Peça um hash. Ele vale por 1 hora e serve para vários alunos.
$hash = chame('GET', "$base/hash?integration=${integration}", ["Authorization: Bearer $jwt"])['hash'];

// 3. Matricule o aluno. Um formulário também serve: http_build_query($dados), com
//    Content-Type: application/x-www-form-urlencoded.
$aluno = json_encode(['name' => 'Ana Souza', 'email' => 'ana@exemplo.com.br']);
$token = chame('POST', "$base/$hash", ['Content-Type: application/json'], $aluno)['token'];

// 4. Leve o aluno a este endereço: ele entra sem senha. O link ${linkLife}.
echo "${login}/$token\\n";
`
