import type { ServerModule } from "#platform/server-module.ts";
import { conversationRetention } from "./retention.ts";
import { bindChatbotRoutes } from "./routes.ts";

export { answerInSupport } from "./answer-in-support.ts";
export { forgetInConversations } from "./conversations.ts";

/** The assistant: questions answered from the company's own figures with the asker's rights, kept as conversations. */
export const chatbotModule: ServerModule = {
  name: "chatbot",
  routes: bindChatbotRoutes,
  jobs: [conversationRetention.cron, conversationRetention.company],
};
