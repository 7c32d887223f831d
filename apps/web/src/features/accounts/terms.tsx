import { Stack, Text, Title } from '@mantine/core'

const sections = [
  {
    title: 'O que é a plataforma',
    text: 'A plataforma hospeda escolas on-line. Cada escola é de quem a criou, que responde pelos cursos que publica, pelos preços que pratica e pelo atendimento aos seus alunos.',
  },
  {
    title: 'A sua conta',
    text: 'A conta é pessoal. Use um e-mail seu, guarde a sua senha e não a divida com ninguém. Avise a escola se notar um acesso que não foi seu.',
  },
  {
    title: 'Conteúdo',
    text: 'Os cursos pertencem a quem os publicou. Como aluno, você pode assistir às aulas e baixar os materiais para o seu estudo, mas não copiar, revender ou divulgar. Como dono de escola, publique apenas o que é seu ou o que você tem licença para usar.',
  },
  {
    title: 'Os seus dados',
    text: 'Guardamos nome, e-mail, telefone, matrículas e progresso para que a escola funcione e para emitir certificados. A escola em que você estuda vê esses dados; outras escolas, não. De acordo com a LGPD, você pode pedir uma cópia, a correção ou a exclusão dos seus dados a qualquer momento.',
  },
  {
    title: 'Certificados',
    text: 'Cada certificado tem um código e uma página pública de verificação com o nome de quem concluiu, o curso, a carga horária e a data.',
  },
  {
    title: 'Encerramento',
    text: 'Você pode deixar a plataforma quando quiser. Escolas que publiquem conteúdo ilegal ou que prejudiquem os seus alunos podem ser bloqueadas.',
  },
]

export default function Terms() {
  return (
    <Stack gap="md">
      {sections.map(({ title, text }) => (
        <div key={title}>
          <Title order={3} size="h4" mb={4}>
            {title}
          </Title>
          <Text size="sm">{text}</Text>
        </div>
      ))}
    </Stack>
  )
}
