-- Whoever mistyped their e-mail at sign-up takes their place to another one: the membership under the first goes.
grant delete on memberships to escola_platform;
